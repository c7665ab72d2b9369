import { call } from '#lib/calls/call.ts';
import { crossSite } from '#lib/calls/problems.ts';

export const logout = call({
  id: 'login.logout',
  method: 'GET',
  path: '/api/auth/logout',
  summary: 'Ends the session. The one GET that changes something, and only from one of our own pages.',
  success: [
    { status: 204, description: 'Logged out.' },
    { status: 303, description: 'Logged out, and home: for a browser that comes by a form.' },
  ],
  problems: [crossSite],
});
