// `npm start`: the service, the shop's server and the demo shop, ready to save a test card.
import {execFileSync} from 'node:child_process';

execFileSync(process.execPath, ['--import', 'tsx', 'tools/build/build.ts', '--quick'], {stdio: 'inherit'});
const {startDemo} = await import('../../demo/server.js');

/** By what is told to `startDemo`: the variable that sets it (those of the service are its own), and the port when there is none. */
const ports = {
  port: ['PORT', 5173],
  servicePort: ['CARD_VAULT_PORT', 4100],
  fieldsPort: ['CARD_VAULT_FIELDS_PORT', 4101],
  issuerPort: ['CARD_VAULT_ISSUER_PORT', 4102],
};
const chosen = Object.fromEntries(
  Object.entries(ports).map(([name, [variable, usual]]) => [name, Number(process.env[variable] ?? usual)]),
);
const database = process.env.CARD_VAULT_DATABASE ?? '.card-vault/db';
const demo = await startDemo({...chosen, database}).catch((error) => {
  // The shop's port is the system's word, the service's ports are told in a sentence.
  const held = error.port ?? Number(/^Port (\d+) /.exec(error.message)?.[1]);
  const [variable] = Object.entries(ports).find(([name]) => chosen[name] === held)?.[1] ?? [];
  const why = variable
    ? `Port ${held} is in use: end what holds it, or set ${variable} to another one.`
    : error.message;
  console.error(`\nThe demo could not start. ${why}\n`);
  process.exit(1);
});

console.log(`
  card-vault demo   ${demo.url}
  service API       ${demo.service.urls.api}

  Pick a test card on the page, save it, watch the flow. Ctrl+C ends everything.
`);

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    demo.close().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  });
}
