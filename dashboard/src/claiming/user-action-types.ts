/** The fields of the form. */
export type FieldName = 'name' | 'location' | 'url';

/** What a person does on the phone: every tap, key and choice, as the frames' components send it. */
export type Press =
  | { type: 'back' }
  | { type: 'open-camera' }
  | { type: 'open-keypad' }
  | { type: 'open-prepared' }
  | { type: 'open-events' }
  | { type: 'open-claims' }
  | { type: 'pick-event'; eventId: string }
  | { type: 'pick-sign'; signId: string }
  | { type: 'new-sign' }
  | { type: 'light' }
  | { type: 'scan-on' }
  | { type: 'reload-app' }
  | { type: 'key'; key: string }
  | { type: 'delete-key' }
  /** The whole code at once: a paste, or what the camera saw below the QR. */
  | { type: 'paste-code'; text: string }
  | { type: 'find' }
  | { type: 'yes' }
  | { type: 'another-sign' }
  | { type: 'typed'; field: FieldName; text: string }
  /** Why the device is replaced. */
  | { type: 'note'; text: string }
  | { type: 'submit' }
  | { type: 'try-again' }
  | { type: 'load-again' }
  | { type: 'without-page' }
  | { type: 'change-address' }
  | { type: 'start-afresh' }
  | { type: 'find-again' }
  | { type: 'find-on-walls' }
  | { type: 'make-event' }
  /** The record is gone: its device is claimed as a new sign. */
  | { type: 'without-record' }
  | { type: 'replace-instead' }
  | { type: 'replace-owner' }
  | { type: 'link-instead' }
  | { type: 'sign-in' }
  | { type: 'leave' }
  | { type: 'next-sign' }
  | { type: 'finish' };
