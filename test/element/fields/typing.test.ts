import {expect} from '@open-wc/testing';
import {Typing, type EditKind} from '../../../src/element/fields/typing.js';
import {editedExpiry} from '../../../src/element/fields/expiry.js';

/** An input and the keys of a browser on it. */
function setup() {
  const root = document.createElement('div');
  const input = document.createElement('input');
  input.id = 'expiry';
  root.append(input);
  document.body.append(root);
  const kinds: EditKind[] = [];
  const entered: string[] = [];
  const reported: string[] = [];
  const typing = new Typing(root, {
    formatOf: (id) => (id === 'expiry' ? (edit) => (kinds.push(edit.kind), editedExpiry(edit)) : undefined),
    onEnter: (id) => entered.push(id) > 1,
  });
  input.addEventListener('input', () => reported.push(input.value));
  input.focus();
  const dispatch = (type: string, init: InputEventInit): boolean =>
    input.dispatchEvent(new InputEvent(type, {bubbles: true, cancelable: true, ...init}));
  const edit = (value: string, init: InputEventInit): void => {
    if (!dispatch('beforeinput', init)) return;
    input.value = value;
    dispatch('input', init);
  };
  const press = (key: string, more: KeyboardEventInit = {}): boolean =>
    input.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code: `Key${key.toUpperCase()}`,
        bubbles: true,
        cancelable: true,
        ...more,
      }),
    );
  return {
    ...{typing, input, kinds, entered, reported, edit, dispatch, press},
    type: (keys: string) => {
      for (const data of keys) edit(input.value + data, {inputType: 'insertText', data});
    },
    end: () => root.remove(),
  };
}

describe('Typing', () => {
  it('formats before the input reports its text', () => {
    const {type, input, reported, end} = setup();
    type('1229');
    expect(reported).to.deep.equal(['1', '12 / ', '12 / 2', '12 / 29']);
    type('3');
    expect(input.value, 'a digit that is too many changes nothing').to.equal('12 / 29');
    end();
  });

  it('tells typing, deleting and everything else apart', () => {
    const {edit, kinds, end} = setup();
    edit('1', {inputType: 'insertText', data: '1'});
    edit('', {inputType: 'deleteContentBackward'});
    edit('01/29', {inputType: 'insertFromPaste', data: '01/29'});
    edit('02/30', {inputType: 'insertReplacementText'});
    edit('03/31', {inputType: 'insertText', data: '03/31'});
    expect(kinds).to.deep.equal(['typed', 'deleted', 'whole', 'whole', 'whole']);
    end();
  });

  it('takes back what was typed with the keys and with the menu, and reports it', () => {
    const {type, input, press, dispatch, reported, end} = setup();
    type('129');
    expect(press('z', {ctrlKey: true}), 'the browser’s own undo is prevented').to.equal(false);
    expect(input.value).to.equal('12 / ');
    dispatch('beforeinput', {inputType: 'historyUndo'});
    expect(input.value).to.equal('1');
    press('z', {metaKey: true, shiftKey: true});
    expect(input.value).to.equal('12 / ');
    expect(reported.slice(-3)).to.deep.equal(['12 / ', '1', '12 / ']);
    end();
  });

  it('forgets what was typed', () => {
    const {type, input, typing, press, end} = setup();
    type('1229');
    typing.forget();
    press('z', {ctrlKey: true});
    expect(input.value).to.equal('12 / 29');
    end();
  });

  it('leaves text alone while an input method composes it', () => {
    const {input, dispatch, reported, end} = setup();
    for (const value of ['１', '１２', '１２２', '１２２９']) {
      input.value = value;
      dispatch('input', {inputType: 'insertCompositionText', isComposing: true});
    }
    expect(input.value).to.equal('１２２９');
    input.dispatchEvent(new CompositionEvent('compositionend', {bubbles: true}));
    expect([input.value, reported.at(-1)]).to.deep.equal(['12 / 29', '12 / 29']);
    end();
  });

  it('hands over Enter, which submits the form where nothing else is done with it', () => {
    const {press, entered, end} = setup();
    expect([press('Enter'), press('Enter')]).to.deep.equal([true, false]);
    expect(entered).to.deep.equal(['expiry', 'expiry']);
    end();
  });
});
