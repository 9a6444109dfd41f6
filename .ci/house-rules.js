// The house's own lint rules, run by oxlint: which way imports may point, and that time, chance, identifiers and the environment are
// handed in, so that the simulator can put them under a seed (docs/decisions/0003). Who may do what is listed in house-rules/house.js.
import { environment } from './house-rules/environment.js';
import { imports } from './house-rules/imports.js';
import { seams } from './house-rules/seams.js';

export default { meta: { name: 'house' }, rules: { imports, seams, environment } };
