import {browser, core, forms} from '../libraries/angular.js';
import {holdsWith, type Mounted, type Page} from './stage.js';

const needed = 'Give us a card.';
const schemas = [core.CUSTOM_ELEMENTS_SCHEMA];

async function mount(place: HTMLElement, component: core.Type<unknown>): Promise<Pick<Mounted, 'unmount'>> {
  place.append(document.createElement('shop-page'));
  const app = await browser.bootstrapApplication(component, {
    providers: [core.provideZonelessChangeDetection()],
  });
  return {
    unmount() {
      app.destroy();
      place.replaceChildren();
    },
  };
}

async function reactive({place, tag, send}: Page): Promise<Mounted> {
  const form = new forms.FormGroup({card: new forms.FormControl('', forms.Validators.required)});
  class ShopPage {
    readonly form = form;
    readonly needed = needed;
    submit(): void {
      if (form.valid) send(form.value);
    }
  }
  const template = `<form [formGroup]="form" #shown="ngForm" (ngSubmit)="submit()">
    <${tag} name="card" formControlName="card" ngDefaultControl></${tag}>
    <p class="message">{{ shown.submitted && form.invalid ? needed : '' }}</p><button>Pay</button>
  </form>`;
  const component = core.Component({
    ...{selector: 'shop-page', template, schemas},
    imports: [forms.ReactiveFormsModule],
  })(ShopPage);
  return {...(await mount(place, component)), reset: () => form.reset({card: ''})};
}

async function byModel({place, tag, send}: Page): Promise<Mounted> {
  const card = core.signal('');
  class ShopPage {
    readonly card = card;
    readonly message = core.signal('');
    submit(): void {
      this.message.set(card() ? '' : needed);
      if (card()) send({card: card()});
    }
  }
  const template = `<form (ngSubmit)="submit()">
    <${tag} name="card" [(ngModel)]="card" ngDefaultControl></${tag}>
    <p class="message">{{ message() }}</p><button>Pay</button>
  </form>`;
  const component = core.Component({
    ...{selector: 'shop-page', template, schemas},
    imports: [forms.FormsModule],
  })(ShopPage);
  return {...(await mount(place, component)), reset: () => card.set('')};
}

holdsWith('Angular, reactive', reactive);
holdsWith('Angular, by ngModel', byModel);
