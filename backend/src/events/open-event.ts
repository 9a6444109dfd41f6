import { opens } from '../access/open-record.ts';
import { findEvent } from './events-repository.ts';

/** Opens an event for a caller with a role (access/open-record.ts). */
export const openEvent = opens(findEvent);
