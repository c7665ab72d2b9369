import { env } from 'node:process';

// What visitors get is rendered by React's production build; its development build takes twice the time.
const { NODE_ENV } = env;
env.NODE_ENV = 'production';
await Promise.all([import('react-dom'), import('react-dom/server'), import('react/jsx-runtime')]);
env.NODE_ENV = NODE_ENV;
