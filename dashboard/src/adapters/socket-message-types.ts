/** What a page and the worker that holds its connections say to each other, each message with the number of the connection that it is about. */

export type FromPage =
  | [id: number, is: 'open' | 'send', text: string]
  /** So many characters of messages were read since it was said last. */
  | [id: number, is: 'read', characters: number]
  | [id: number, is: 'close'];

export type FromWorker = [id: number, is: 'open' | 'error' | 'close'] | [id: number, is: 'message', text: string];
