import 'reflect-metadata';
import {fileURLToPath} from 'node:url';
import {NestFactory} from '@nestjs/core';
import type {NestExpressApplication} from '@nestjs/platform-express';
import {toNodeHandler} from 'card-vault/server/node';
import {ShopModule} from './shop.js';
import {vault} from './vault.js';

// The bytes of a body are kept: the signature of a webhook is over them.
const app = await NestFactory.create<NestExpressApplication>(ShopModule, {rawBody: true});
app.use(toNodeHandler(vault)); // /card-vault/…, before all controllers
app.useStaticAssets(fileURLToPath(new URL('.', import.meta.resolve('card-vault/card-vault.js'))), {
  prefix: '/assets',
});
await app.listen(Number(process.env.PORT ?? '3000'), 'localhost');
