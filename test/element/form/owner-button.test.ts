import {expect} from '@open-wc/testing';
import {OwnerButton} from '../../../src/element/form/owner-button.js';

const busy = {'aria-busy': 'true', 'aria-disabled': 'true', 'data-card-vault': 'busy'};

describe('OwnerButton', () => {
  let form: HTMLFormElement;
  let shown: OwnerButton;
  function setup(html: string): {button: HTMLElement; owner: OwnerButton} {
    form = document.createElement('form');
    form.innerHTML = html;
    document.body.append(form);
    shown = new OwnerButton();
    return {button: form.querySelector<HTMLElement>('button,input')!, owner: shown};
  }
  afterEach(() => {
    shown.restore();
    form.remove();
  });

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

  /** As a browser does that translates the page: another node with other words, in two elements. */
  function translate(button: HTMLElement, words: string): void {
    const inner = document.createElement('font');
    inner.style.verticalAlign = 'inherit';
    inner.textContent = words;
    const outer = document.createElement('font');
    outer.append(inner);
    outer.style.verticalAlign = 'inherit';
    (button.querySelector('font') ?? button.firstChild!).replaceWith(outer);
  }

  it('puts back the words of a page that a browser translates meanwhile', () => {
    const {button, owner} = setup('<button>Save</button>');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    translate(button, 'Karte wird gespeichert…');
    owner.show(button, {attributes: busy, words: ['Checking with your bank…']});
    expect(button.textContent).to.equal('Checking with your bank…');
    translate(button, 'Bank wird gefragt…');
    owner.restore();
    expect(button.textContent).to.equal('Save');
    expect(button.hasAttribute('aria-busy')).to.equal(false);
  });

  it('puts back the words that a browser had translated before, and those that it translates in place', () => {
    const {button, owner} = setup('<button>Save</button>');
    translate(button, 'Speichern');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    translate(button, 'Karte wird gespeichert…');
    owner.restore();
    expect(button.textContent).to.equal('Speichern');
    button.setAttribute('_msttexthash', '1');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    button.querySelector('font font')!.firstChild!.nodeValue = 'Karte wird gespeichert…';
    owner.restore();
    expect(button.textContent).to.equal('Speichern');
  });

  for (const type of ['turbo:before-cache', 'htmx:beforeHistorySave'])
    it(`is as it was in the copy of the page that a library keeps at ${type}`, () => {
      const {button, owner} = setup('<button>Save</button>');
      owner.show(button, {attributes: busy, words: ['Saving card…']});
      document.body.dispatchEvent(new Event(type, {bubbles: true}));
      expect(button.outerHTML).to.equal('<button>Save</button>');
      expect(document.adoptedStyleSheets).to.have.length(0);
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

  const long = 'Checking with your bank…';
  /** A form with one row, and where everything in it is. */
  function row(html: string, style: string) {
    const {button, owner} = setup(
      `<div style="inline-size:480px;font:16px sans-serif;${style}">${html}</div>`,
    );
    const places = (): string =>
      JSON.stringify([...form.querySelectorAll('*')].map((one) => one.getBoundingClientRect()));
    return {button, owner, places};
  }
  const link = '<a href="#">Back to account</a>';
  const flex = 'display:flex;gap:8px';
  const clip = 'overflow:hidden;white-space:nowrap';

  for (const [what, html, style] of [
    ['wraps', `<button>Save card</button>${link}`, `${flex};flex-wrap:wrap;inline-size:260px`],
    ['would push what is after it', `<button>Save</button>${link}`, flex],
    ['would push what is before it', `${link}<button>Save</button>`, `${flex};justify-content:flex-end`],
    ['would push what is outside its own part', `<i><button>Save</button></i>${link}`, flex],
    [
      'would push what is outside a part without a box',
      `<i style="display:contents"><button>Save</button></i>${link}`,
      flex,
    ],
    [
      'would push a neighbour in a row from right to left',
      `<button>Save</button>${link}`,
      `${flex};direction:rtl`,
    ],
    ['grows to both sides', '<button>Save</button>', 'text-align:center'],
    ['cuts its words', `<button style="inline-size:120px;${clip}">Save</button>`, ''],
    [
      'cuts its words at both ends',
      `<button style="${flex};justify-content:center;inline-size:120px;${clip}">Save</button>`,
      '',
    ],
    [
      'cuts a part of it',
      `<button style="inline-size:120px"><span style="display:block;text-overflow:ellipsis;${clip}">Save</span></button>`,
      '',
    ],
    ['has one line of room', '<button style="inline-size:120px;block-size:30px">Save</button>', ''],
    [
      'has its words in a label that is not seen',
      `<button style="inline-size:300px"><span style="position:absolute;inline-size:1px;${clip}">Save</span></button>`,
      '',
    ],
  ] as const)
    // shows: time 46
    it(`says nothing, and nothing moves, where a button ${what}`, () => {
      const {button, owner, places} = row(html, style);
      const before = places();
      owner.show(button, {attributes: busy, words: [long]});
      expect(button.textContent).to.equal('Save' + (what === 'wraps' ? ' card' : ''));
      expect(owner.speaks).to.equal(false);
      expect(places()).to.equal(before);
    });

  for (const [what, html, style] of [
    ['stands alone', '<button>Save</button>', ''],
    ['stands alone from right to left', '<button>Save</button>', 'direction:rtl'],
    ['has something before it', `${link} <button>Save</button>`, ''],
    ['has something below it', `<button>Save</button><br>${link}`, ''],
    ['is as wide as its row', `<button style="inline-size:100%">Save</button>${link}`, ''],
    ['has room in a row', `<button style="inline-size:300px">Save</button>${link}`, flex],
    [
      'has an icon that sticks out',
      '<button style="position:relative;inline-size:100%"><b>Save</b><i style="position:absolute;inset-inline-end:-8px;inline-size:16px;block-size:16px"></i></button>',
      '',
    ],
    ['has tight lines', '<button style="line-height:1;block-size:20px;padding:0">Save</button>', ''],
  ] as const)
    it(`speaks where a button ${what}`, () => {
      const {button, owner} = row(html, style);
      owner.show(button, {attributes: busy, words: [long]});
      expect(button.textContent).to.contain(long);
      expect(owner.speaks).to.equal(true);
    });

  it('speaks where the page moves the button because it is busy', () => {
    const {button, owner} = row(
      '<style>[aria-busy]{margin-inline-start:20px}</style><button>Save</button>',
      '',
    );
    owner.show(button, {attributes: busy, words: [long]});
    expect(button.textContent).to.equal(long);
  });

  it('speaks again where the page has moved the button, and made room, meanwhile', () => {
    const {button, owner} = row(`<button>Save</button>${link}`, flex);
    owner.show(button, {attributes: busy, words: [long]});
    expect(owner.speaks).to.equal(false);
    form.prepend('A sentence above.');
    form.querySelector('a')!.remove();
    owner.show(button, {attributes: busy, words: ['Waiting for your bank…']});
    expect(button.textContent).to.equal('Waiting for your bank…');
  });

  it('follows to another button', () => {
    const {button, owner} = setup('<button>Save</button><button>Pay</button>');
    owner.show(button, {attributes: busy, words: ['Saving card…']});
    owner.show(button.nextElementSibling as HTMLElement, {attributes: {}, words: ['Try again']});
    expect(form.innerHTML).to.equal('<button>Save</button><button>Try again</button>');
  });
});
