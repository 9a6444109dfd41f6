// Our own architecture rules, run by oxlint. They check which way imports point, between packages and inside one. They check that time, chance,
// identifiers and the environment are handed in, so that a simulation can control them by a seed (docs/decisions/0003). They check that only
// the owner of a table writes it, that a route has a row, and that no function lives longer than it should. architecture-rules/rule-lists.js has the lists of what is allowed.
import { closures } from './architecture-rules/closures-in-properties.js';
import { environment } from './architecture-rules/environment.js';
import { imports } from './architecture-rules/imports.js';
import { layers } from './architecture-rules/layers.js';
import { routes } from './architecture-rules/routes.js';
import { seams } from './architecture-rules/clock-and-random.js';
import { tables } from './architecture-rules/table-access.js';

export default {
  meta: { name: 'architecture' },
  rules: { closures, imports, layers, routes, seams, environment, tables },
};
