import {expect} from '@open-wc/testing';
import {OwnerFormController} from '../../../src/element/form/owner-form.js';
import {refusedBy, submitOwner, type Submitting} from '../../../src/element/form/submitting.js';
import {FakeFormHost} from '../../support/fake-host.js';

const end = new AbortController();
/** The submissions of the page's forms, by the button that made them. */
let submissions: string[] = [];

function listen(): void {
  const see = (event: SubmitEvent): void => {
    event.preventDefault();
    submissions.push(event.submitter?.id ?? 'none');
  };
  document.addEventListener('submit', see, {signal: end.signal});
}

function setup(html: string) {
  const form = document.createElement('form');
  const host = new FakeFormHost();
  const owner = new OwnerFormController(host, {
    internals: host.internals,
    mustHold: () => false,
    save: async () => true,
    onUse: () => undefined,
  });
  form.innerHTML = html;
  form.querySelector('slot')?.replaceWith(host);
  document.body.append(form);
  return {form, host, owner, button: form.querySelector('button')!};
}

describe('the press of the owner form', () => {
  before(listen);
  beforeEach(() => (submissions = []));
  afterEach(() => document.querySelectorAll('form').forEach((form) => form.remove()));
  after(() => end.abort());

  describe('at Enter', () => {
    it('is none where no form owns the element', () => {
      const {host, owner} = setup('<button id="save"></button>');
      document.body.append(host);
      expect(submitOwner(owner)).to.equal(false);
      expect(submissions).to.deep.equal([]);
      host.remove();
    });

    it('is the press of the first button that submits', () => {
      const {owner} = setup(
        '<slot></slot><button type="button"></button><button id="save"></button><button id="pay"></button>',
      );
      expect(submitOwner(owner)).to.equal(true);
      expect(submissions).to.deep.equal(['save']);
      expect(owner.pressed?.id).to.equal('save');
    });

    it('is the press of an image button, where no other submits', () => {
      const {owner} = setup('<slot></slot><input type="image" alt="Save" id="image">');
      expect(submitOwner(owner)).to.equal(true);
      expect(submissions).to.deep.equal(['image']);
    });

    it('submits a form that has no button', () => {
      const {owner} = setup('<slot></slot><input>');
      expect(submitOwner(owner)).to.equal(true);
      expect(submissions).to.deep.equal(['none']);
    });

    it('does nothing while the button is disabled, also where another one is not', () => {
      const {owner} = setup('<slot></slot><button id="save" disabled></button><button id="pay"></button>');
      expect(submitOwner(owner)).to.equal(true);
      expect(submissions).to.deep.equal([]);
      expect(owner.pressed?.id).to.equal(undefined);
    });
  });

  describe('that the browser has refused', () => {
    function refused(html: string) {
      const page = setup(html);
      const seen: {first: boolean; again: (() => void) | undefined}[] = [];
      const submitting = {
        refused: async (first: boolean, again: (() => void) | undefined) => void seen.push({first, again}),
      } satisfies Pick<Submitting, 'refused'>;
      const refuse = refusedBy(page.owner, page.host, submitting);
      return {...page, seen, refuse};
    }

    for (const [what, html, isElementInvalid, first] of [
      ['the element where it alone is invalid', '<slot></slot><input>', true, true],
      ['the element where it is invalid before another', '<slot></slot><input required>', true, true],
      ['another control that is invalid before the element', '<input required><slot></slot>', true, false],
      ['another control where the element is valid', '<slot></slot><input required>', false, false],
      ['the element inside a fieldset', '<fieldset><slot></slot></fieldset><input required>', true, true],
      ['the element where nothing is invalid any more', '<input><slot></slot>', false, true],
    ] as const)
      it(`goes to ${what}`, () => {
        const {host, seen, refuse} = refused(html);
        if (isElementInvalid) host.internals.setValidity({customError: true}, 'Not yet.');
        refuse(undefined);
        expect(seen.map((one) => one.first)).to.deep.equal([first]);
      });

    it('is made again with the same button', () => {
      const {button, owner, seen, refuse} = refused('<slot></slot><button id="save"></button>');
      refuse(button);
      expect(submissions).to.deep.equal([]);
      seen[0]!.again!();
      expect(submissions).to.deep.equal(['save']);
      expect(owner.pressed?.id).to.equal('save');
    });

    it('is not made again where no button was pressed', () => {
      const {seen, refuse} = refused('<slot></slot><button id="save"></button>');
      refuse(undefined);
      expect(seen).to.deep.equal([{first: true, again: undefined}]);
    });

    it('is not made again with a button that has left the form meanwhile', () => {
      const {button, seen, refuse} = refused('<slot></slot><button id="save"></button>');
      const {form: other} = setup('<slot></slot>');
      refuse(button);
      other.append(button);
      seen[0]!.again!();
      expect(submissions).to.deep.equal([]);
    });
  });
});
