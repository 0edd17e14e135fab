#!/usr/bin/env node
// `npm create card-vault`: asks for folder, language and stack where the command does not say them, and writes the shop.
import {parseArgs} from 'node:util';
import {cancel, intro, isCancel, outro, select, text} from '@clack/prompts';
import {problemOf, stacks, writeShop} from './write.mjs';

const help = `Usage: npm create card-vault@latest [folder] -- [flags]

Writes a tiny shop that saves payment cards.

  --stack <name>       ${stacks.map(({name}) => name).join(', ')}
  --packages <folder>  take card-vault and card-vault-service from files of npm pack in there
  --help               print this help`;

/** The answer to a question; the command ends where it is cancelled. */
async function asked(question) {
  const answer = await question;
  if (!isCancel(answer)) return answer;
  cancel('Nothing was written.');
  process.exit(1);
}

async function main() {
  const {values, positionals} = parseArgs({
    allowPositionals: true,
    options: {stack: {type: 'string'}, packages: {type: 'string'}, help: {type: 'boolean'}},
  });
  if (values.help) return console.log(help);
  let [folder] = positionals;
  let {stack} = values;
  const isAsking = folder === undefined || stack === undefined;
  if (isAsking && !process.stdin.isTTY) throw new Error('Name a folder and --stack. See --help.');
  if (isAsking) intro('A shop that saves cards');
  folder ??= await asked(
    text({
      message: 'In which folder?',
      initialValue: 'my-shop',
      validate: (value) => problemOf(value || '.'),
    }),
  );
  if (stack === undefined) {
    const languages = [...new Set(stacks.map(({language}) => language))];
    const language = await asked(
      select({message: 'Which language?', options: languages.map((value) => ({value, label: value}))}),
    );
    const options = stacks
      .filter((one) => one.language === language)
      .map(({name}) => ({value: name, label: name}));
    stack = options.length === 1 ? options[0].value : await asked(select({message: 'Which stack?', options}));
  }
  writeShop({folder, stack, packages: values.packages});
  const next = `cd ${folder} && npm install && npm run shop`;
  if (isAsking) outro(`Next: ${next}`);
  else console.log(`Written. Next: ${next}`);
}

main().catch((error) => {
  console.error(`create-card-vault: ${error.message}`);
  process.exit(2);
});
