import {copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {PGlite} from '@electric-sql/pglite';
import {migrate} from '../../service/src/platform/storage/migrate.js';
import {databaseOn} from '../../service/src/platform/storage/pglite.js';
import {preparedName} from '../../service/src/platform/storage/prepared.js';
import {digestFileOf, digestLine} from '../../service/src/platform/storage/unpack.js';
import {migrations} from '../../service/src/start.js';

/**
 * Keeps the image small. Two thirds of a fresh engine are the template databases, and no second database is made
 * here; and a new journal file leaves out what the migrations wrote. The image is a quarter as large.
 */
const trim = [
  'UPDATE pg_database SET datistemplate = false WHERE datname <> current_database()',
  'DROP DATABASE template0',
  'DROP DATABASE template1',
  'SET wal_recycle = off',
  'SELECT pg_switch_wal()',
  'CHECKPOINT',
];

/** An archive of a database to which all migrations have been applied. */
async function drawImage(): Promise<Buffer> {
  const engine = await PGlite.create();
  try {
    await migrate(
      databaseOn(engine, () => Promise.resolve()),
      migrations,
    );
    for (const statement of trim) await engine.exec(statement);
    const image = await engine.dumpDataDir('gzip');
    return Buffer.from(await image.arrayBuffer());
  } finally {
    await engine.close();
  }
}

/**
 * Writes the database that new embedded ones start from into `target`. It depends only on the engine and the
 * migrations, so it is kept between builds. It is renamed when it is whole, so a killed build leaves no half of it.
 */
export async function prepareDatabase(cache = '.cache', target = 'service/dist'): Promise<void> {
  const name = preparedName(migrations);
  const kept = join(cache, name);
  if (!existsSync(kept)) {
    mkdirSync(cache, {recursive: true});
    writeFileSync(`${kept}.part`, await drawImage());
    renameSync(`${kept}.part`, kept);
  }
  copyFileSync(kept, join(target, name));
  writeFileSync(digestFileOf(join(target, name)), digestLine(readFileSync(kept), name));
}
