/** Whether a client takes gzip, by its `accept-encoding` (RFC 9110, 12.5.3). One that says nothing is given what every client can read. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map(
    String(header ?? '')
      .split(',')
      .map((each) => {
        const [coding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
        const weight = parameters.find((parameter) => parameter.startsWith('q='));
        return [coding, weight === undefined ? 1 : Number(weight.slice(2))] as const;
      }),
  );
  const named = ['gzip', 'x-gzip', '*'].find((coding) => weights.has(coding));
  return named !== undefined && weights.get(named)! > 0;
}
