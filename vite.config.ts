import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { messagesPlugin } from './lib/locale/vite-messages.ts';

export default defineConfig({
  plugins: [messagesPlugin(), tailwindcss(), reactRouter()],
  environments: {
    ssr: {
      build: { rollupOptions: { input: './app/process.server.ts' } },
    },
  },
});
