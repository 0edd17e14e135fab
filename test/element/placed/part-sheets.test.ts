import {expect} from '@open-wc/testing';
import type {ReactiveController} from 'lit';
import type {CardVaultHost} from '../../../src/element/host.js';
import type {Part} from '../../../src/element/placed/context.js';
import {shareSheets} from '../../../src/element/placed/styles.js';

describe('the sheets of a part', () => {
  const sheetOf = (rule: string): CSSStyleSheet => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rule);
    return sheet;
  };
  const rooted = (...sheets: CSSStyleSheet[]): ShadowRoot => {
    const root = document.createElement('div').attachShadow({mode: 'open'});
    root.adoptedStyleSheets = sheets;
    return root;
  };
  const own = sheetOf('b {color: red}');
  const form = sheetOf('b {color: blue}');
  const late = sheetOf('i {color: blue}');
  let controllers: Set<ReactiveController>;
  let part: Part;
  let host: CardVaultHost;
  const drawn = (): readonly CSSStyleSheet[] => {
    for (const controller of controllers) controller.hostUpdated?.();
    return part.renderRoot.adoptedStyleSheets;
  };
  beforeEach(() => {
    controllers = new Set();
    part = {
      renderRoot: rooted(own),
      addController: (one: ReactiveController) => controllers.add(one),
    } as unknown as Part;
    host = {renderRoot: rooted(form)} as unknown as CardVaultHost;
    shareSheets(host, part);
  });

  it('are those of its element with its own behind them, once the part is drawn', () => {
    expect(part.renderRoot.adoptedStyleSheets).to.deep.equal([own]);
    expect(drawn()).to.deep.equal([form, own]);
  });

  it('take what the element has got since, and keep their order', () => {
    drawn();
    (host.renderRoot as ShadowRoot).adoptedStyleSheets = [form, late];
    expect(drawn()).to.deep.equal([form, late, own]);
  });

  it('are those of the element that it belongs to by now', () => {
    drawn();
    shareSheets({renderRoot: rooted(late)} as unknown as CardVaultHost, part);
    expect(drawn()).to.deep.equal([late, own]);
    expect(controllers.size).to.equal(1);
  });
});
