/** Whether this runtime knows the IANA time zone `name`, which is how every schedule of the event will be computed. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format(0);
    return true;
  } catch {
    return false;
  }
}
