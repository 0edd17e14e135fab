export default defineEventHandler((event) => vault.handle(toWebRequest(event)));
