/** What is used of the libraries: this file is loaded when somebody first has to do with a second factor, and they with it. */
export { generateSecret, generateURI, verifySync } from 'otplib';
export * as webauthn from '@simplewebauthn/server';
export { toString as drawQr } from 'qrcode';
