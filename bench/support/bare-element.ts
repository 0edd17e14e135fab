// Bundled into a page: an element made with Lit that mounts two hosted fields and does nothing else.
import {html, LitElement, type TemplateResult} from 'lit';

interface Field {
  on(event: 'load', listener: () => void): void;
  load(place: HTMLElement): void;
}
interface Library {
  microform(kind: 'card', options: object): {createField(name: string, options: object): Field};
}
declare const Flex: new (context: string) => Library;

class BareCard extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    return html`<div id="number" style="height:48px"></div>
      <div id="securityCode" style="height:48px"></div>`;
  }

  protected override firstUpdated(): void {
    const fields = new Flex(this.getAttribute('context') ?? '').microform('card', {styles: {}});
    let live = 0;
    for (const name of ['number', 'securityCode']) {
      const field = fields.createField(name, {});
      field.on('load', () => ++live === 2 && performance.mark('card-vault-live'));
      field.load(this.querySelector<HTMLElement>(`#${name}`)!);
    }
  }
}
customElements.define('bare-card', BareCard);
