// `npm run bench` measures the rates, `npm run bench -- NAME` what is named; what follows the name is for it alone.
const benches: Readonly<Record<string, string>> = {
  rates: './rates.js',
  'start-times': './start-times.js',
  peers: './peers.js',
  frameworks: './frameworks.js',
};
const [name = 'rates'] = process.argv.splice(2, 1);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (!bench) {
  console.error(`${name} is no bench. Benches: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}
await import(bench);
