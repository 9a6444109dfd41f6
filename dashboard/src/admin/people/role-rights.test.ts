import { ROUTES, type RouteKey } from '@sign-display/contracts/routes';
import { expect, test } from 'vitest';
import { RIGHTS } from './role-rights.ts';

/** The routes behind each right. The rights that have no route of their own: the inbox, a restart of a device, owners. */
const ROUTES_OF: Record<string, RouteKey[]> = {
  walls: [
    'GET /api/signs/snapshot',
    'GET /api/events/:id/outages',
    'GET /api/signs/:id/history',
    'GET /api/signs/:id/logs',
  ],
  fetches: ['GET /api/content-fetches/export'],
  attempts: ['GET /api/events/:id/claim-attempts'],
  audit: ['GET /api/audit', 'GET /api/audit/export'],
  claim: ['POST /api/signs/claim', 'POST /api/signs/:id/link', 'POST /api/signs/:id/replace', 'POST /api/signs'],
  content: ['PATCH /api/signs/:id', 'PUT /api/signs/:id/schedules', 'PUT /api/events/:id/schedules'],
  commands: ['POST /api/signs/:id/commands'],
  acknowledge: ['POST /api/outages/acknowledge'],
  unregister: [
    'POST /api/signs/:id/unregister',
    'DELETE /api/signs/:id',
    'POST /api/signs/:id/clones/:cloneId/decision',
  ],
  events: ['POST /api/organizations/:id/events', 'PATCH /api/events/:id', 'DELETE /api/events/:id'],
  people: [
    'POST /api/organizations/:id/members',
    'PATCH /api/organizations/:id/members/:userId',
    'DELETE /api/organizations/:id/members/:userId',
  ],
  settings: ['PATCH /api/organizations/:id'],
};

const rights = RIGHTS.flatMap(({ rights: all }) => all);

test.each(rights.filter(([right]) => ROUTES_OF[right]))(
  'A1: the page names the weakest role that may use the routes of “%s”: %s',
  (right, role) => {
    const roles = ROUTES_OF[right]!.map((route) => ROUTES[route].role);
    expect(new Set(roles)).toEqual(new Set([role]));
  },
);
