/** What a page and the thread of its connections say to each other, each message with the number of the connection that it is about. */

export type FromPage =
  [id: number, is: 'open', url: string] | [id: number, is: 'send', text: string] | [id: number, is: 'close'];

export type FromThread = [id: number, is: 'open' | 'error' | 'close'] | [id: number, is: 'message', text: string];
