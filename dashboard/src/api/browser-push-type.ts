/** What decides whether this browser can show notifications. */
export interface PushFacts {
  /** https, or this machine itself. */
  isSecure: boolean;
  /** Service workers, push and notifications are there. On an iPhone they are there only in an installed app. */
  isSupported: boolean;
  /** An iPhone or iPad, whatever the browser is called. */
  isAppleMobile: boolean;
  /** The page runs as an app from the Home Screen. */
  isInstalled: boolean;
  permission: 'default' | 'granted' | 'denied';
}

/** A Web Push subscription as the service stores it. */
export interface NewPushSubscription {
  endpoint: string;
  expirationTime?: number | null;
  keys: { p256dh: string; auth: string };
}

/** The Web Push subscriptions that this browser has with its push service. */
export interface BrowserPush {
  facts(): PushFacts;
  /** Empty in a browser without push, and without https. */
  endpoints(): Promise<string[]>;
  /** Asks the person for the permission. Call it within a click. */
  ask(): Promise<PushFacts['permission']>;
  /** Subscribes anew with the service's key (base64url). Rejects where the browser's push service can't be reached. */
  subscribe(publicKey: string): Promise<NewPushSubscription>;
  /** Ends the subscription with this endpoint, if this browser has it. */
  unsubscribe(endpoint: string): Promise<void>;
  /** Ends all of them: nobody is signed in here any more. */
  unsubscribeAll(): Promise<void>;
}
