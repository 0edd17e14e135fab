// `npm run docs -- looks-variables`: the picture of each variable in site/looks/variables. The smallest piece of a surface that it
// changes, as it is and with another value.
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {chromium} from 'playwright';
import {openGolden} from '../../test/e2e/support/golden.js';
import {describedVariables} from '../build/elements/variables.js';
import {pictureOf} from './looks-document.js';

const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8'));

const errors = {group: 'errors', state: 'everything is missing'};
const stopped = {group: 'endings', state: 'shop-server-unreachable while loading'};
const surfaceOf = {dialog: 'step-up', list: 'list'};

/** Where a variable is seen better than where it is first seen, and in what there. */
const better = {
  danger: {place: errors, of: '.expiry .error'},
  'error-color': {place: errors, of: '.expiry .error'},
  'error-size': {place: errors, of: '.expiry .error'},
  'error-line-height': {place: errors, of: '.expiry .error'},
  gap: {of: '.security-code .box'},
  'panel-radius': {place: stopped, of: '.outcome', value: '28px'},
  'accent-text': {value: '#ffe27a'},
  'button-border-color': {value: '#facc15'},
  'button-color': {value: '#ffe27a'},
  'card-scale': {value: '1.25'},
  'dialog-backdrop': {value: 'rgb(190 24 93 / 45%)'},
  'dialog-radius': {value: '28px'},
  'dialog-shadow': {value: '0 0 0 6px #be185d'},
  radius: {value: '20px'},
  'field-radius': {value: '20px'},
  'button-radius': {value: '24px'},
  'ring-offset': {value: '4px'},
  rows: {value: '1'},
};

/** A value that is seen beside the default. */
function anotherValue({name, type, shownDefault}) {
  if (/^danger|^error|invalid$/.test(name) && type === 'color') return '#0f766e';
  if (type === 'color')
    return /^button-background/.test(name)
      ? '#7a1f3d'
      : /background|surface/.test(name)
        ? '#fbe0ea'
        : '#be185d';
  if (type === 'shadow') return '0 4px 10px rgb(0 0 0 / 40%)';
  if (type === 'font') return 'Georgia, serif';
  if (type === 'weight') return Number(shownDefault) < 600 ? '600' : '400';
  if (type === 'number') return '2.2';
  if (name.endsWith('-letter-spacing')) return '2px';
  const pixels = parseFloat(/(\d+)px/.exec(shownDefault)?.[1] ?? '8');
  return `${pixels + Math.max(Math.round(pixels / 2), 3)}px`;
}

const browser = await chromium.launch({executablePath});
try {
  const page = await browser.newPage({viewport: {width: 1280, height: 720}});
  await openGolden(page);
  const shots = [];
  await page.exposeFunction('shoot', async (clip) => {
    shots.push((await page.screenshot({clip, animations: 'disabled', caret: 'hide'})).toString('base64'));
  });
  const sheet = await browser.newPage();
  const {readers, surfaces} = await page.evaluate(async () => ({
    readers: await golden.readers(),
    surfaces: golden.surfaces,
  }));
  rmSync('site/looks/variables', {recursive: true, force: true});
  mkdirSync('site/looks/variables', {recursive: true});
  for (const variable of describedVariables()) {
    const {name, on} = variable;
    const places = readers[name];
    const surface = places[surfaceOf[on]] ? surfaceOf[on] : Object.keys(places)[0];
    const {
      place = places[surface],
      of = surfaces[surface].of,
      value = anotherValue(variable),
    } = better[name] ?? {};
    await page.evaluate((all) => golden.draw(...all, (piece) => shoot(piece)), [name, place, of, value]);
    const [changed, usual] = shots.splice(0);
    writeFileSync(`site/${pictureOf(name)}`, await besideEachOther(sheet, [usual, changed]));
  }
} finally {
  await browser.close();
}
const files = readdirSync('site/looks/variables');
const bytes = files.reduce((sum, file) => sum + readFileSync(`site/looks/variables/${file}`).length, 0);
console.log(`site/looks/variables: ${files.length} pictures, ${bytes} bytes`);

/** Two pictures in one. */
async function besideEachOther(page, pictures) {
  const data = await page.evaluate(async (all) => {
    const images = await Promise.all(
      all.map(async (one) => createImageBitmap(await (await fetch(`data:image/png;base64,${one}`)).blob())),
    );
    const [{width, height}] = images;
    const canvas = Object.assign(document.createElement('canvas'), {width: 2 * width + 9, height});
    const context = canvas.getContext('2d');
    context.fillStyle = '#d0d4dc';
    context.fillRect(width + 4, 0, 1, height);
    for (const [index, image] of images.entries()) context.drawImage(image, index * (width + 9), 0);
    return canvas.toDataURL('image/webp', 0.85).split(',')[1];
  }, pictures);
  return Buffer.from(data, 'base64');
}
