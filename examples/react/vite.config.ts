import react from '@vitejs/plugin-react';
import {defineConfig} from 'vite';

// An object, not the address alone: Vite then leaves the Host as the browser sent it.
const server = {target: `http://localhost:${process.env.SERVER_PORT ?? '3001'}`};

export default defineConfig({
  plugins: [react()],
  server: {port: 3000, proxy: {'/card-vault': server, '/login': server, '/cards': server}},
});
