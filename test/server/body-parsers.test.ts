// Further: each framework’s body parser; bodies: `test/server/bodies.test.ts`.
import 'reflect-metadata';
import assert from 'node:assert/strict';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import {after, before, describe, it} from 'node:test';
import {bodyParser} from '@koa/bodyparser';
import {Module, type INestApplication, type NestModule, type MiddlewareConsumer} from '@nestjs/common';
import {NestFactory} from '@nestjs/core';
import express from 'express';
import fastify from 'fastify';
import Koa from 'koa';
import serverless from 'serverless-http';
import * as kit from '../../src/server/index.js';
import {toNodeHandler, type NodeHandler} from '../../src/server/node.js';
import {createShop, type Shop} from '../runtimes/support/app.mjs';
import {keepsContract, type Webhooks} from '../runtimes/support/contract.js';
import {listen, openServices, type Services} from '../runtimes/support/places.js';

type Next = (error?: unknown) => void;

/** All kits of the shop as one handler, and what the contract asks of the shop itself. */
function handlerOf(shop: Shop): NodeHandler {
  const own: NodeHandler = async (request, response, next) => {
    const {originalUrl = request.url ?? ''} = request as {originalUrl?: string};
    const answer = shop.own(originalUrl);
    if (!answer) return next?.();
    response.writeHead(200, {'content-type': 'application/json'});
    response.end(await answer.text());
  };
  return [own, ...shop.kits.map((one) => toNodeHandler(one))].reduceRight<NodeHandler>(
    (rest, handle) => (request, response, next) =>
      handle(request, response, (error) =>
        error === undefined ? void rest(request, response, next) : next?.(error),
      ),
    async (_request, _response, next) => next?.(),
  );
}

interface Running {
  readonly url: string;
  close(): Promise<unknown> | void;
}

const running = async (listener: RequestListener): Promise<Running> => {
  const server: Server = createServer(listener);
  return {
    url: await listen(server),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
};

function behindExpress(...parsers: express.RequestHandler[]) {
  return (handler: NodeHandler) => {
    const app = express();
    for (const parser of parsers) app.use(parser);
    app.use(handler as express.RequestHandler);
    return running(app as RequestListener);
  };
}

const keepRawBody = (request: IncomingMessage, _response: ServerResponse, bytes: Buffer): void =>
  void Object.assign(request, {rawBody: bytes});

const koa = (keep: boolean) => (handler: NodeHandler) => {
  const app = new Koa();
  app.silent = true;
  app.use(bodyParser());
  app.use(async (context) => {
    context.respond = false;
    if (keep) Object.assign(context.req, {rawBody: context.request.rawBody});
    await handler(context.req, context.res);
  });
  return running(app.callback() as RequestListener);
};

const nest =
  (rawBody: boolean) =>
  async (handler: NodeHandler): Promise<Running> => {
    class Shop implements NestModule {
      // A middleware of a module comes after the parsers of the application.
      configure(consumer: MiddlewareConsumer): void {
        consumer.apply(handler).forRoutes('{*path}');
      }
    }
    Module({})(Shop);
    const app: INestApplication = await NestFactory.create(Shop, {rawBody, logger: false});
    await app.listen(0, '127.0.0.1');
    return {url: (await app.getUrl()).replace('[::1]', '127.0.0.1'), close: () => app.close()};
  };

async function fastifyAfterParser(keep: boolean, handler: NodeHandler): Promise<Running> {
  const app = fastify();
  if (keep)
    app.addContentTypeParser(
      ['application/json', 'application/x-www-form-urlencoded'],
      {parseAs: 'buffer'},
      (request, body, done) => {
        Object.assign(request.raw, {rawBody: body});
        done(null, {});
      },
    );
  app.all('/*', (request, reply) => {
    reply.hijack();
    return handler(request.raw, reply.raw);
  });
  return {url: await app.listen({port: 0, host: '127.0.0.1'}), close: () => app.close()};
}

/** Before any parser: the line of site/webhooks.md. */
async function fastifyBeforeParser(handler: NodeHandler): Promise<Running> {
  const app = fastify();
  app.addHook('onRequest', (request, reply, done) => {
    void handler(request.raw, reply.raw, done as Next);
  });
  return {url: await app.listen({port: 0, host: '127.0.0.1'}), close: () => app.close()};
}

/** An HTTP server in the place of the gateway in front of a function: it makes events as API Gateway does. */
function lambda(handler: RequestListener): Promise<Running> {
  const call = serverless(handler, {binary: ['*/*']});
  return running((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const event = {
        version: '2.0',
        rawPath: request.url,
        rawQueryString: '',
        headers: Object.fromEntries(
          Object.entries(request.headers).filter(([name]) => name !== 'content-length'),
        ),
        requestContext: {http: {method: request.method, sourceIp: '127.0.0.1'}},
        body: Buffer.concat(parts).toString('base64'),
        isBase64Encoded: true,
      };
      void call(event, {}).then(
        (answer) => {
          const {statusCode, headers, body, isBase64Encoded} = answer as {
            statusCode: number;
            headers: Record<string, string>;
            body: string;
            isBase64Encoded: boolean;
          };
          response.writeHead(statusCode, headers);
          response.end(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
        },
        () => response.destroy(),
      );
    });
  });
}

/** What a parser of the shop's own refuses, or reads otherwise, before the kit sees it. */
const judged = [
  ...['another charset', 'a compressed body', 'bytes that are no UTF-8', 'JSON that ends early'],
  'a body above the limit',
];
const bytes = ['a compressed body'];

const places: Readonly<
  Record<string, readonly [(handler: NodeHandler) => Promise<Running>, Webhooks, readonly string[]]>
> = {
  'express.json()': [behindExpress(express.json()), 'configuration.missing', judged],
  'express.json() that keeps rawBody': [
    behindExpress(express.json({verify: keepRawBody})),
    'verified',
    judged,
  ],
  'express.raw()': [behindExpress(express.raw({type: '*/*'})), 'verified', bytes],
  'express.text()': [behindExpress(express.text({type: '*/*'})), 'verified', judged],
  'express.urlencoded()': [behindExpress(express.urlencoded()), 'verified', []],
  'all parsers of Express': [
    behindExpress(express.json(), express.urlencoded(), express.text(), express.raw()),
    'configuration.missing',
    [...judged, 'text that is no JSON by its type'],
  ],
  '@koa/bodyparser, whose rawBody is handed on': [koa(true), 'verified', judged],
  'Fastify, before its parsers': [fastifyBeforeParser, 'verified', []],
  'a parser of Fastify that keeps rawBody': [
    (handler) => fastifyAfterParser(true, handler),
    'verified',
    ['text that is no JSON by its type', 'a body without a type'],
  ],
  'Nest, with its option rawBody': [nest(true), 'verified', judged],
  'the parsers of Nest': [nest(false), 'configuration.missing', judged],
  'serverless-http, on Lambda': [(handler) => lambda(handler as RequestListener), 'verified', []],
};

describe('the kit behind the body parsers of a framework', () => {
  let services: Services;
  before(async () => (services = await openServices()));
  after(() => services.close());

  for (const [name, [start, webhooks, parsed]] of Object.entries(places))
    describe(name, () => {
      let app: Running;
      let customer: string;
      before(async () => {
        app = await start(handlerOf(createShop(kit, services.settings)));
        customer = await services.customer();
      });
      after(() => app.close());
      keepsContract(
        () => ({url: app.url, customer, serviceUrl: services.settings.serviceUrl}),
        webhooks,
        parsed,
      );
    });

  for (const [name, start] of [
    ['@koa/bodyparser', koa(false)],
    ['the parsers of Fastify', (handler: NodeHandler) => fastifyAfterParser(false, handler)],
  ] as const)
    it(`says that the bytes are gone, where a parser keeps nothing: ${name}`, async () => {
      const errors: unknown[] = [];
      const vault = kit.createCardVaultServer({
        ...{...services.settings, currency: 'USD', publicUrl: 'http://localhost:5173'},
        ...{customer: () => 'cus_1', onError: (error: unknown) => errors.push(error)},
        webhooks: {scheme: 'standard', secrets: [services.settings.webhookSecret]},
      });
      const app = await start(toNodeHandler(vault));
      try {
        const headers = {'content-type': 'application/json', 'x-sfpy-signature': 'x'};
        const answer = await fetch(`${app.url}/card-vault/webhooks`, {
          method: 'POST',
          headers,
          body: '{"a":1}',
        });
        const refusal = (await answer.json()) as {code: string; message: string};
        assert.deepEqual([answer.status, refusal.code], [500, 'configuration.missing']);
        assert.match(refusal.message, /Mount the handler before body parsers, or keep rawBody/);
        assert.equal(errors.length, 1);
      } finally {
        await app.close();
      }
    });
});
