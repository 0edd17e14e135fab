import {expect} from '@open-wc/testing';
import {OwnerButton} from '../../../src/element/controllers/owner-button.js';

const busy = {'aria-busy': 'true', 'aria-disabled': 'true', 'data-card-vault': 'busy'};

describe('OwnerButton', () => {
  let form: HTMLFormElement;
  function setup(html: string): {button: HTMLElement; owner: OwnerButton} {
    form = document.createElement('form');
    form.innerHTML = html;
    document.body.append(form);
    return {button: form.querySelector<HTMLElement>('button,input')!, owner: new OwnerButton()};
  }
  afterEach(() => form.remove());

  it('shows words and attributes, and puts back what was there', () => {
    const {button, owner} = setup('<button aria-disabled="false">\n  <b>Keep it</b>\n</button>');
    const before = button.outerHTML;
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    expect(button.outerHTML).to.equal(
      '<button aria-disabled="true" aria-busy="true" data-card-vault="busy">\n  <b>Saving card…</b>\n</button>',
    );
    expect(owner.speaks).to.equal(true);
    owner.restore();
    expect(button.outerHTML).to.equal(before);
    expect(owner.speaks).to.equal(false);
    expect(document.adoptedStyleSheets).to.have.length(0);
  });

  it('leaves alone what the page has changed meanwhile', () => {
    const {button, owner} = setup('<button>Save</button>');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    button.firstChild!.nodeValue = 'One moment';
    button.setAttribute('aria-disabled', 'mixed');
    owner.show(button, {attributes: busy, words: ['Checking with your bank…']});
    expect(button.textContent).to.equal('One moment');
    owner.restore();
    expect(button.outerHTML).to.equal('<button aria-disabled="mixed">One moment</button>');
  });

  it('gives up words that the page has replaced', () => {
    const {button, owner} = setup('<button>Save</button>');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    button.textContent = 'One moment';
    owner.show(button, {attributes: busy, words: ['Checking with your bank…']});
    expect(owner.speaks).to.equal(false);
    owner.restore();
    expect(button.outerHTML).to.equal('<button>One moment</button>');
  });

  for (const html of [
    '<input type="submit" value="Save">',
    '<button><img alt="Save"></button>',
    '<button>Save <b>card</b></button>',
  ])
    it(`writes no words into ${html}`, () => {
      const {button, owner} = setup(html);
      owner.show(button, {attributes: busy, words: ['Saving card…']});
      expect(owner.speaks).to.equal(false);
      expect(button.getAttribute('data-card-vault')).to.equal('busy');
      owner.restore();
      expect(form.innerHTML).to.equal(html);
    });

  it('keeps its width with fewer letters, and its height with more', () => {
    const {button, owner} = setup('<button>Save the card in my account</button>');
    const {width, height} = button.getBoundingClientRect();
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    expect(button.textContent).to.equal('Saving card…');
    expect(button.getBoundingClientRect().width).to.be.closeTo(width, 0.01);
    expect(button.hasAttribute('style')).to.equal(false);
    button.parentElement!.style.width = `${width}px`;
    const long = 'A sentence that is so long that it takes more than one line of this button';
    owner.show(button, {attributes: busy, words: [long, 'Saving card…']});
    expect(button.textContent).to.equal('Saving card…');
    owner.show(button, {attributes: busy, words: [`${long}.`]});
    expect(button.textContent).to.equal('Save the card in my account');
    expect(button.getBoundingClientRect().height).to.equal(height);
  });

  it('follows to another button', () => {
    const {button, owner} = setup('<button>Save</button><button>Pay</button>');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    owner.show(button.nextElementSibling as HTMLElement, {attributes: {}, words: ['Try again']});
    expect(form.innerHTML).to.equal('<button>Save</button><button>Try again</button>');
  });
});
