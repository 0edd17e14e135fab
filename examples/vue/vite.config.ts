import vue from '@vitejs/plugin-vue';
import {defineConfig} from 'vite';

// An object, not the address alone: Vite then leaves the Host as the browser sent it.
const server = {target: `http://localhost:${process.env.SERVER_PORT ?? '3001'}`};

export default defineConfig({
  plugins: [vue()],
  server: {port: 3000, proxy: {'/card-vault': server, '/login': server, '/cards': server}},
});
