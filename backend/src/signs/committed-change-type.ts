import type { BackendMessage } from '@sign-display/contracts/kiosk-events';

/** What a change of a record, once committed, is to those who hear of it. */
export interface CommittedChange {
  signRecordId: string;
  organizationId: string;
  /** Null: a record without a device, of which only dashboards hear. */
  deviceSignId: string | null;
  /** Where what is right to show became another. */
  display?: BackendMessage<'sign:display_content'>;
  /** Where settings became others. */
  settings?: BackendMessage<'sign:settings_update'>;
}
