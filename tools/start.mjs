// `npm start`: the service, the shop's server and the demo shop, ready to save a test card.
import {execFileSync} from 'node:child_process';

execFileSync(process.execPath, ['--import', 'tsx', 'tools/build.ts', '--quick'], {stdio: 'inherit'});
const {startDemo} = await import('../demo/server.mjs');

const port = Number(process.env.PORT ?? 5173);
const demo = await startDemo({port, database: process.env.CARD_VAULT_DATABASE ?? '.card-vault/db'}).catch(
  (error) => {
    const taken =
      error.code === 'EADDRINUSE'
        ? `Port ${error.port} is in use: end what holds it, or set PORT for the shop. `
        : '';
    console.error(`\nThe demo could not start. ${taken}${error.message}\n`);
    process.exit(1);
  },
);

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
