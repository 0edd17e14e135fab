// Prints what hangs together in the two packages, circles between rooms and files, and the owner of each table:
// `node --import tsx tools/docs/rooms.ts`.
import {survey} from '../../test/house/support/rooms.js';

const {rooms, roomsByValue, files, filesByValue, tables} = survey();

function print(title: string, circles: readonly (readonly string[])[]): void {
  const members = circles.reduce((sum, circle) => sum + circle.length, 0);
  console.log(`${title}: ${circles.length}${circles.length > 0 ? ` (${members} members)` : ''}`);
  for (const circle of circles) console.log(`  ${circle.length}: ${circle.join(', ')}`);
}

print('Circles between rooms, types included', rooms);
print('Circles between rooms, by value', roomsByValue);
print('Circles between files, types included', files);
print('Circles between files, by value', filesByValue);

const strangers = tables.filter(({creates, writes}) => writes.some((room) => !creates.includes(room)));
console.log(`Tables: ${tables.length}, of which ${strangers.length} have a writer beside their owner`);
for (const {table, creates, writes, reads} of tables) {
  const others = (names: readonly string[]) => names.filter((room) => !creates.includes(room)).join(', ');
  const written = others(writes) && `; written by ${others(writes)}`;
  const read = others(reads) && `; read by ${others(reads)}`;
  console.log(`  ${table}: ${creates.join(', ')}${written}${read}`);
}
process.exitCode = rooms.length + files.length + strangers.length > 0 ? 1 : 0;
