/**
 * The floor: what the same framework and the same database can do when a program does nothing but take a JSON body and run the
 * one statement that creating a customer runs. Run as a process of its own; says its address on the first line.
 */
import {PGlite} from '@electric-sql/pglite';
import {serve} from '@hono/node-server';
import {Hono} from 'hono';
import {randomUUID} from 'node:crypto';

const database = await PGlite.create();
await database.exec(
  'CREATE TABLE customers (token text PRIMARY KEY, first_name text, last_name text, created_at timestamptz NOT NULL)',
);
const app = new Hono();
app.post('/user/customers/v1/', async (c) => {
  const body = await c.req.json<{first_name: string; last_name: string}>();
  const {rows} = await database.query(
    'INSERT INTO customers (token, first_name, last_name, created_at) VALUES ($1, $2, $3, $4) RETURNING *',
    [`cus_${randomUUID()}`, body.first_name, body.last_name, new Date()],
  );
  return c.json({data: rows[0]});
});
serve({fetch: app.fetch, port: 0, hostname: 'localhost'}, ({port}) =>
  process.stdout.write(`${JSON.stringify({api: `http://localhost:${port}`})}\n`),
);
