import { createClient, type Client } from '@sign-display/client/client';
import type { ClaimAttempt } from '@sign-display/contracts/rest/claims';
import type { Sign as SignRecord } from '@sign-display/contracts/rest/signs';
import type { Role } from '@sign-display/contracts/roles';
import { BEARER_HEADER } from '@sign-display/contracts/rest/session';
import { screenshotOf } from '@sign-display/testing/screenshot-retry';
import { good, type TestService } from '@sign-display/testing/service';
import type { Page } from 'playwright-core';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFailed, TestRunner } from 'vitest';
import { openDatabaseAside, type DatabaseAside } from './failing-database.ts';
import { openLink, type Link } from './lossy-network.ts';
import { linkMailedTo } from './mailed-links.ts';
import { openBox, type Box, type Sign } from './virtual-sign-processes.ts';
import { OF_FAULTS, openStage, signInAside, type Opening, type Stage } from './service-and-browser.ts';
import { openWebsites, type Websites } from './serve-websites.ts';

/** Somebody with an account, and a client that is signed in as them. */
export interface Person {
  email: string;
  password: string;
  client: Client;
}

/** A phone in somebody's hand. `person`: null for nobody; the owner where it is left out. */
export type PhoneOpening = Opening & { person?: Person | null; slow?: boolean };

/** What stands around an operator: the stage, virtual signs, the pages they are sent to, people, and the network between phones and the service. */
export interface Hall {
  stage: Stage;
  service: TestService;
  link: Link;
  websites: Websites;
  box: Box;
  /** The service's database, until the service starts again. */
  database(): Promise<DatabaseAside>;
  owner: Person;
  /** Invites somebody new into the organization (the first one, where none is named), who accepts. */
  person(role: Role, organizationId?: string): Promise<Person>;
  organization(name: string): Promise<string>;
  event(name: string, organizationId?: string): Promise<string>;
  /** A record that waits for its device, in the first event where no other is named. */
  prepared(record: { name: string; location?: string; url?: string; eventId?: string }): Promise<string>;
  /** Claims the sign by its code, over the API. */
  claim(
    shortCode: string,
    more?: { name?: string; location?: string; url?: string; requestId?: string; person?: Person },
  ): Claiming;
  /** Every attempt at that sign for the first event, oldest first. */
  attempts(sign: Sign): Promise<ClaimAttempt[]>;
  /** The records of the organization (the first one, where none is named) that have that sign for their device. */
  records(sign: Sign, organizationId?: string): Promise<SignRecord[]>;
  /** 390 × 844 with a touch screen, over the link; `slow`: a quarter of the processor's speed, and a slow network. */
  phone(opening?: PhoneOpening): Promise<Page>;
  /** What browsers complained of, without what a test's own faults bring: a network that is away, a service that is busy, a sign that does not answer. */
  complaints(): string[];
  close(): Promise<void>;
}
type Claiming = ReturnType<typeof claimOverApi>;

/** Short enough for a test to wait for, long enough for a good page on a busy machine. */
const WAITS = { LOAD_TIMEOUT_MS: '4000', ACK_TIMEOUT_MS: '6000' };
/** Everybody in a suite has the same address. */
const NO_LIMITS = { SIGN_IN_LIMIT_PER_MINUTE: '10000', RATE_LIMIT_PER_MINUTE: '10000' };
const PASSWORD = 'turnips under a blue moon';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
/** Chromium's slow 4G, with the processor of a phone of some years ago. */
const SLOW_NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

function claimOverApi(
  client: Client,
  place: { organizationId: string; eventId: string },
  shortCode: string,
  more: object,
) {
  const body = { ...place, name: `Sign ${shortCode}`, location: 'Hall 1', shortCode, ...more };
  return client.call('POST /api/signs/claim', { body });
}

/** `settings`: in place of the backend's own and of this file's. `hostName`: of the URL that phones open. */
export async function openHall(settings: Record<string, string> = {}, hostName?: string): Promise<Hall> {
  const [link, websites] = await Promise.all([openLink(hostName), openWebsites()]);
  const stage = await openStage({ ...WAITS, ...NO_LIMITS, PUBLIC_URL: link.url, ...settings });
  const { service } = stage;
  const { organizationId: firstOrganization, eventId, outbox } = service;
  link.leadTo(service.url);
  const box = openBox(service.url);
  const owner: Person = { ...service.account, client: service.owner };
  const folder = mkdtempSync(join(tmpdir(), 'sign-display-hall-'));
  let people = 0;

  async function person(role: Role, organizationId = firstOrganization): Promise<Person> {
    const email = `${role}${(people += 1)}@hall.example`;
    const params = { id: organizationId };
    good(await service.owner.call('POST /api/organizations/:id/members', { params, body: { email, role } }));
    const token = (await linkMailedTo(outbox, email, '/invite/')).split('/').at(-1)!;
    const stranger = createClient({ origin: service.url });
    const body = { name: `Somebody ${people}`, password: PASSWORD };
    const accepted = good(await stranger.call('POST /api/invitations/:token/accept', { params: { token }, body }));
    const client = createClient({ origin: service.url, token: accepted.headers.get(BEARER_HEADER)! });
    return { email, password: PASSWORD, client };
  }

  return {
    stage,
    service,
    link,
    websites,
    box,
    database: () => openDatabaseAside(dirname(outbox)),
    owner,
    person,
    async organization(name) {
      return good(await service.owner.call('POST /api/organizations', { body: { name } })).body.id;
    },
    async event(name, organizationId = firstOrganization) {
      const body = { name, timeZone: 'Europe/Vienna' };
      const params = { id: organizationId };
      return good(await service.owner.call('POST /api/organizations/:id/events', { params, body })).body.id;
    },
    async prepared(record) {
      const body = { organizationId: firstOrganization, eventId, location: 'Hall 4', ...record };
      return good(await service.owner.call('POST /api/signs', { body })).body.id;
    },
    claim(shortCode, { person: operator = owner, ...more } = {}) {
      return claimOverApi(operator.client, { organizationId: firstOrganization, eventId }, shortCode, more);
    },
    async attempts({ shortCode }) {
      const params = { id: eventId };
      const { items } = good(await service.owner.list('GET /api/events/:id/claim-attempts', { params }));
      return items.filter(({ device }) => device.shortCode === shortCode).toReversed();
    },
    async records({ shortCode }, organizationId = firstOrganization) {
      const { items } = good(await service.owner.list('GET /api/signs', { query: { organizationId } }));
      return items.filter(({ device }) => device?.shortCode === shortCode);
    },
    async phone({ person: holder = owner, path = '/', slow = false, ...opening } = {}) {
      // A slow one has the pages' files already.
      const first = slow ? { path: '/sign-in' } : { path, as: holder };
      const page = await stage.open({ ...PHONE, ...opening, baseURL: link.url, ...first });
      if (slow) {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
        await session.send('Network.emulateNetworkConditions', SLOW_NETWORK);
        if (holder !== null) await signInAside(page, holder, link.url);
        await page.goto(path);
      }
      // The benchmark has its phones outside of any test.
      if (TestRunner.getCurrentTest() === undefined) return page;
      onTestFailed(async ({ task }) => {
        if (page.isClosed()) return;
        const picture = join(folder, `${task.id}.png`);
        await screenshotOf(page, { path: picture });
        process.stderr.write(`  the phone at the end of “${task.name}”: ${picture}\n`);
      });
      return page;
    },
    complaints: () => stage.complaints.filter((line) => !OF_FAULTS.test(line)),
    async close() {
      link.mend();
      await box.close();
      await stage.close();
      await Promise.all([link.close(), websites.close()]);
    },
  };
}
