import type {Page} from '@playwright/test';

/**
 * What is wrong with the words of a page as it stands, in all of its frames: it scrolls sideways, a word is cut, stands out of
 * its box or lies over another, a line ends inside a number. Of an open dialog, its own words. Layout alone: nothing is waited for.
 */
export async function wrongWords(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(
    page.frames().map(async (frame) => {
      // A frame that has just gone has no words.
      const wrong = await frame.evaluate(wrongInPage).catch(() => []);
      return wrong.map((what) => `${new URL(frame.url(), 'https://frame.example').pathname} ${what}`);
    }),
  );
  return found.flat();
}

/** Fonts that a page or one of its frames brings along, loaded or not: it has those of the machine, and asks nobody for others. */
export async function broughtFonts(page: Page): Promise<readonly string[]> {
  const found = await Promise.all(
    page.frames().map((frame) =>
      frame
        .evaluate(() => [...document.fonts].map(({family}) => `${location.href} brings the font ${family}`))
        // A frame that has just gone has none.
        .catch(() => []),
    ),
  );
  return found.flat();
}

/** Runs in the page, so that it holds all that it needs. */
function wrongInPage(): string[] {
  interface Words {
    readonly text: Text;
    readonly boxes: readonly DOMRect[];
    /** The elements around it, from the inside, across shadow roots. */
    readonly around: readonly Element[];
  }
  const aroundOf = (node: Node): Element[] => {
    const list: Element[] = [];
    for (
      let at: Node | null = node;
      at;
      at = at instanceof ShadowRoot ? at.host : ((at as Element).assignedSlot ?? at.parentNode)
    )
      if (at instanceof Element) list.push(at);
    return list;
  };
  const isShown = (around: readonly Element[]): boolean =>
    around.every((one) => {
      const {opacity, clipPath} = getComputedStyle(one);
      const {width, height} = one.getBoundingClientRect();
      const isForReaders =
        /inset\(50%/.test(clipPath) || (clipPath !== 'none' && Math.min(width, height) <= 1);
      return (
        opacity !== '0' && !isForReaders && !one.matches('aside.drawer, [inert], option, script, style, svg')
      );
    }) && around[0]!.checkVisibility({visibilityProperty: true});

  const words: Words[] = [];
  const visit = (root: Document | ShadowRoot): void => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.trim() === '' || !text.parentElement) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const boxes = [...range.getClientRects()].filter(({width, height}) => width > 1 && height > 1);
      const around = aroundOf(text.parentElement);
      if (boxes.length > 0 && isShown(around)) words.push({text, boxes, around});
    }
    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) visit(one.shadowRoot);
  };
  visit(document);
  const inDialog = words.filter(({around}) => around.some((one) => one.matches(':modal')));
  const looked = inDialog.length > 0 ? inDialog : words;

  const {scrollWidth, clientWidth} = document.documentElement;
  const wrong = scrollWidth > clientWidth ? [`scrolls sideways by ${scrollWidth - clientWidth} px`] : [];
  const say = (what: string, {text}: Words): void => {
    wrong.push(`${what}: ${text.data.trim().slice(0, 60)}`);
  };
  const isOutOf = (box: DOMRect, room: DOMRect, isClip: boolean): boolean =>
    box.left < room.left - 1.5 ||
    box.right > room.right + 1.5 ||
    (isClip && (box.top + box.height / 4 < room.top || box.bottom - box.height / 4 > room.bottom));
  const numbers = /[\p{Nd}\u2022]+(?:[.,:/\u066b\u066c\u00a0\u202f\u2060\u2019'–-]?[\p{Nd}\u2022]+)*/gu;
  for (const one of looked) {
    const {text, boxes, around} = one;
    const block = around.find((element) => !/^(inline|contents)/.test(getComputedStyle(element).display))!;
    if (boxes.some((box) => isOutOf(box, block.getBoundingClientRect(), false)))
      say('stands out of its box', one);
    const clip = around.find((element) => {
      const {overflowX, textOverflow} = getComputedStyle(element);
      return /hidden|clip/.test(overflowX) && textOverflow !== 'ellipsis' && element !== document.body;
    });
    if (
      clip &&
      clip !== document.documentElement &&
      boxes.some((box) => isOutOf(box, clip.getBoundingClientRect(), true))
    )
      say('is cut', one);
    for (const {0: number, index} of text.data.matchAll(numbers)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + number.length);
      const lines = new Set(
        [...range.getClientRects()].filter(({width}) => width > 0).map(({top}) => Math.round(top / 8)),
      );
      if (lines.size > 1) say(`has a line end inside ${number}`, one);
    }
  }
  const isAfloat = ({around}: Words) =>
    around.some((one) => /fixed|sticky/.test(getComputedStyle(one).position));
  const grounded = looked.filter((one) => inDialog.length > 0 || !isAfloat(one));
  /** Whether it stands on a ground of its own, which covers what is below. */
  const covers = (one: Words, other: Words): boolean =>
    one.around
      .filter((element) => !other.around.includes(element))
      .some((element) => !/^rgba|\/ 0?\.?\d*\)$/.test(getComputedStyle(element).backgroundColor));
  grounded.forEach((one, at) => {
    for (const other of grounded.slice(at + 1)) {
      const isOver = one.boxes.some((a) =>
        other.boxes.some((b) => {
          const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          return wide > 3 && high > Math.min(a.height, b.height) * 0.5;
        }),
      );
      if (isOver && !covers(one, other) && !covers(other, one))
        say(`lies over “${other.text.data.trim().slice(0, 30)}”`, one);
    }
  });
  return wrong;
}

/** Whether this machine has a font for a text: without one, each letter is the box of a character that does not exist. */
export const drawsLetters = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(
    (letters) => {
      const image = (letter: string): string => {
        const canvas = document.createElement('canvas');
        const pen = canvas.getContext('2d')!;
        pen.font = '40px system-ui, sans-serif';
        pen.fillText(letter, 10, 60);
        return canvas.toDataURL();
      };
      const box = image('\u0378');
      return letters.every((letter) => image(letter) !== box);
    },
    text.match(/\p{L}/gu) ?? [],
  );
