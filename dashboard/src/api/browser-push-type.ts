/** The Web Push subscriptions that this browser has with its push service. */
export interface BrowserPush {
  /** Empty in a browser without push, and without https. */
  endpoints(): Promise<string[]>;
  /** Ends the subscription with this endpoint, if this browser has it. */
  unsubscribe(endpoint: string): Promise<void>;
}
