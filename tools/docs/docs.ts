// Writes the files that are made from sources: `npm run docs`, or of them those that are named, `npm run docs -- flow errors`.
// With --check it writes nothing, and fails where a file differs from what its source gives. Pictures are taken only by their name.
import {readFileSync, writeFileSync} from 'node:fs';

interface Generator {
  /** What the files have to be, by path. */
  written(): Promise<Readonly<Record<string, string>>>;
}

const generators: Readonly<Record<string, Generator>> = {
  flow: {
    async written() {
      const {flowDocument} = await import('./flow-document.js');
      return {'docs/flow.md': flowDocument()};
    },
  },
  errors: {
    async written() {
      const {errorsDocument} = await import('./errors-document.js');
      return {'site/errors.md': errorsDocument()};
    },
  },
  guides: {
    async written() {
      const {writtenGuides} = await import('./site/guides.js');
      return writtenGuides();
    },
  },
  picture: {
    async written() {
      const {savePicture} = await import('./site/picture.js');
      return {'site/how-it-works.svg': savePicture()};
    },
  },
  traces: {
    async written() {
      const [{tracesDocument}, {format, resolveConfig}] = [
        await import('./traces-document.js'),
        await import('prettier'),
      ];
      const path = 'docs/traces.md';
      const options = {...(await resolveConfig(path)), filepath: path};
      return {[path]: await format(tracesDocument(), options)};
    },
  },
  looks: {
    async written() {
      const {looksDocument} = await import('./looks-document.js');
      return looksDocument();
    },
  },
  'engine-matrix': {
    async written() {
      const {matrixDocument} = await import('./engine-matrix.js');
      return {'docs/engine-matrix.md': matrixDocument()};
    },
  },
  typing: {
    async written() {
      const {typingDocument} = await import('./typing/document.js');
      return {'test/house/typing.txt': await typingDocument()};
    },
  },
  texts: {
    async written() {
      const {writtenTexts} = await import('../build/texts.js');
      return writtenTexts();
    },
  },
  languages: {
    async written() {
      const [{languagesDocument}, {termsDocument}, {format, resolveConfig}] = [
        await import('./languages-document.js'),
        await import('./terms-document.js'),
        await import('prettier'),
      ];
      const texts = {
        'docs/languages.md': await languagesDocument(),
        'src/texts/terms.md': await termsDocument(),
      };
      const formatted = Object.entries(texts).map(async ([path, text]) => {
        const options = {...(await resolveConfig(path)), filepath: path};
        return [path, await format(text, options)] as const;
      });
      return Object.fromEntries(await Promise.all(formatted));
    },
  },
  addresses: {
    async written() {
      const {writtenAddresses} = await import('../build/addresses.js');
      return writtenAddresses();
    },
  },
  shown: {
    async written() {
      const {allShown, documents, withFiles} = await import('../../test/house/support/shown.js');
      const shown = allShown();
      const names = Object.keys(documents) as (keyof typeof documents)[];
      const texts = names.map(async (name) => {
        const path = documents[name];
        return [path, await withFiles(name, readFileSync(path, 'utf8'), shown)] as const;
      });
      return Object.fromEntries(await Promise.all(texts));
    },
  },
  early: {
    async written() {
      const {earlyFile, writtenEarly} = await import('../build/early.js');
      return {[earlyFile]: await writtenEarly()};
    },
  },
  'not-answered': {
    async written() {
      const [{askUnanswered}, {notAnsweredDocument}, {format, resolveConfig}] = [
        await import('../../test/server/support/ask-unanswered.js'),
        await import('./not-answered-document.js'),
        await import('prettier'),
      ];
      const path = 'docs/not-answered.md';
      const options = {...(await resolveConfig(path)), filepath: path};
      return {[path]: await format(notAnsweredDocument(await askUnanswered()), options)};
    },
  },
  requests: {
    async written() {
      const [{saveAtRecorded}, {requestsDocument}] = [
        await import('./recorded-save.js'),
        await import('./requests-document.js'),
      ];
      return {'docs/requests.md': requestsDocument(await saveAtRecorded())};
    },
  },
};

const args = process.argv.slice(2);
const isCheck = args.includes('--check');
const named = args.filter((arg) => arg !== '--check');
const names = named.length > 0 ? named : Object.keys(generators);
// Every run of these differs: --check does not compare them.
const pictures = ['pictures', 'looks-pictures', 'looks-variables', 'shopper-pictures'];
const unknown = names.find((name) => !Object.hasOwn(generators, name) && !pictures.includes(name));
if (unknown) {
  console.error(
    `${unknown} is no generator. Generators: ${Object.keys(generators).join(', ')}, ${pictures.join(', ')}.`,
  );
  process.exit(2);
}
if (isCheck && names.some((name) => pictures.includes(name))) {
  console.error('pictures differ with every date: --check does not compare them.');
  process.exit(2);
}

// One after the other: some of them borrow the globals of this process.
for (const name of names) {
  if (pictures.includes(name)) await import(new URL(`./${name}.mjs`, import.meta.url).href);
  else await run(name, generators[name]!);
}

async function run(name: string, {written}: Generator): Promise<void> {
  for (const [path, current] of Object.entries(await written())) {
    const kept = readFileSync(path, 'utf8');
    if (kept === current) continue;
    if (isCheck) {
      console.error(`${path} is not what its source gives. Run: npm run docs -- ${name}`);
      process.exitCode = 1;
    } else {
      writeFileSync(path, current);
      console.log(path);
    }
  }
}
