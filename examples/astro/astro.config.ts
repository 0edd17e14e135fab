import node from '@astrojs/node';
import {defineConfig} from 'astro/config';

export default defineConfig({
  output: 'server',
  adapter: node({mode: 'standalone'}),
  server: {port: 3000},
  // src/middleware.ts compares origins instead. Without the domain Astro takes every request for one to another address.
  security: {checkOrigin: false, allowedDomains: [{hostname: 'localhost'}]},
});
