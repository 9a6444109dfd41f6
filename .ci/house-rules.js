// The house's own lint rules, run by oxlint. They check which way imports point, between packages and inside one. They check that time, chance,
// identifiers and the environment are handed in, so that a simulation can control them by a seed (docs/decisions/0003). They check that only
// the owner of a table writes it, that a route has a row, and that no function lives longer than it should. house-rules/house.js has the lists of what is allowed.
import { closures } from './house-rules/closures.js';
import { environment } from './house-rules/environment.js';
import { imports } from './house-rules/imports.js';
import { layers } from './house-rules/layers.js';
import { routes } from './house-rules/routes.js';
import { seams } from './house-rules/seams.js';
import { tables } from './house-rules/tables.js';

export default { meta: { name: 'house' }, rules: { closures, imports, layers, routes, seams, environment, tables } };
