import exec from 'k6/execution';
import http from 'k6/http';
import { createWorld } from './adapters/k6/ports-on-k6.ts';
import type { Crew } from './crew/send-claim.ts';
import { dismissCrew, gatherCrew } from './crew/setup-and-teardown.ts';
import { optionsOf } from './plan/options.ts';
import { planRun } from './plan/plan.ts';
import { readSettings } from './plan/settings.ts';
import { claims as claim } from './roles/claims.ts';
import { commanders as command } from './roles/commanders.ts';
import { fleet as live } from './roles/fleet.ts';
import { races as race } from './roles/ack-races.ts';
import { readers as read } from './roles/readers.ts';
import { subscribers as look } from './roles/subscribers.ts';
import { watcher as watch } from './roles/memory-watcher.ts';

/** k6's script: every scenario under every profile. `npm run load` starts it; docs/load-testing.md says how to do so by hand. */

const settings = readSettings(__ENV);
const plan = planRun(settings);
const world = createWorld(settings.url);

export const options = optionsOf(plan);

/** The virtual user's or the iteration's number in its scenario, from 0. */
const numberHere = (): number => exec.scenario.iterationInTest;
const beginMs = (): number => exec.scenario.startTime;

export const setup = (): Promise<Crew> => gatherCrew(world, plan);
export const teardown = (crew: Crew): Promise<void> => dismissCrew(world, crew);

export const fleet = (crew: Crew) => live(world, plan, crew, numberHere(), beginMs());
export const claims = (crew: Crew) => claim(world, plan, crew, numberHere());
export const races = (crew: Crew) => race(world, plan, crew, numberHere());
export const readers = (crew: Crew) => read(world, plan, crew, numberHere());
export const subscribers = (crew: Crew) => look(world, plan, crew, numberHere(), beginMs());
export const commanders = (crew: Crew) => command(world, plan, crew, numberHere(), beginMs());

const readMetrics = async (): Promise<string> =>
  settings.metricsUrl === null ? '' : String((await http.asyncRequest('GET', settings.metricsUrl)).body);
export const watcher = () => watch(world, plan, readMetrics, beginMs());
