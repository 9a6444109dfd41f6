import { opens } from '../access/open-record.ts';
import { findSign } from './signs-repository.ts';

/** Opens a sign record for a caller with a role (access/open-record.ts). */
export const openSign = opens(findSign);
