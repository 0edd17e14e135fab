export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  app: {head: {title: 'Cards', htmlAttrs: {lang: 'en'}}},
  vue: {compilerOptions: {isCustomElement: (tag: string) => tag.startsWith('card-vault')}},
  vite: {optimizeDeps: {include: ['card-vault/define']}}, // found late, it would load the page a second time
  typescript: {strict: true},
});
