// The house's own lint rules, run by oxlint: which way imports may point, between packages and inside of one; that time, chance, identifiers
// and the environment are handed in, so that the simulator can put them under a seed (docs/decisions/0003); and that only its owner writes a
// table. Who may do what is listed in house-rules/house.js.
import { environment } from './house-rules/environment.js';
import { imports } from './house-rules/imports.js';
import { layers } from './house-rules/layers.js';
import { seams } from './house-rules/seams.js';
import { tables } from './house-rules/tables.js';

export default { meta: { name: 'house' }, rules: { imports, layers, seams, environment, tables } };
