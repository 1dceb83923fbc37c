/** The certificate of an authority that signs nothing: clients store and parse what they get. */
export const projectCa = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBsjCCAVmgAwIBAgIUTUbNZLLxA4ScMXssmIt0q0VjpxIwCgYIKoZIzj0EAwIw',
  'LjEsMCoGA1UEAwwjUHJvamVjdCBDQSBvZiB0aGUgZW1iZWRkZWQgcGxhdGZvcm0w',
  'IBcNMjYxMTIzMjIyNTM4WhgPMjEyNjEwMzAyMjI1MzhaMC4xLDAqBgNVBAMMI1By',
  'b2plY3QgQ0Egb2YgdGhlIGVtYmVkZGVkIHBsYXRmb3JtMFkwEwYHKoZIzj0CAQYI',
  'KoZIzj0DAQcDQgAEchGUnVFjyO0ylPcZ0agOXZuICWNvDHyqeEtSxz0vBTInGsAp',
  'zHkjzINTKjBCGWuXQ+3rFzp4XVtBI0fSq2bRjaNTMFEwHQYDVR0OBBYEFLFQAlDH',
  'jB5DGVXRUbronIqgLlRHMB8GA1UdIwQYMBaAFLFQAlDHjB5DGVXRUbronIqgLlRH',
  'MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgOFN54e0K4iT+d2Qr',
  'O/FYRYgpXmVv0WBaXk7IWpnaimICIAD1V5FN5gyvj1hlHJDWOdfdMUTVBJucNG7w',
  'g1ngH52j',
  '-----END CERTIFICATE-----',
  '',
].join('\n');
