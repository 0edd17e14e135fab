import {silentLogger} from '../../src/platform/http/log.js';
import type {Database} from '../../src/platform/storage/database.js';
import {openDatabase} from '../../src/platform/storage/open.js';
import {testDatabaseAddress} from './engine.js';

/** A fresh database of the engine under test. */
export async function openTestDatabase(): Promise<Database> {
  return openDatabase(await testDatabaseAddress(), silentLogger, {thread: false});
}
