/** The products that an object is known by where vulnerabilities are looked up, beside vendor, product and version. */
import { Rows, Str } from '../engine/index.js';

/** One product, by the address of its package or by its name in CPE, or by both. */
export class ProductIdentity {
  @Str({ size: 2048, format: 'purl', about: 'Address of the package (purl)' }) purl!: string | null;
  @Str({ size: 1024, format: 'cpe', about: 'Name of the product in CPE 2.3' }) cpe!: string | null;
}

/** The products that the object is, as lists of vulnerabilities and inventories of parts name them. */
export const Products = (): PropertyDecorator =>
  Rows('own_products', 'object_id', ProductIdentity, {
    shared: true,
    claim: { columns: ['vendor', 'product', 'version'], by: 'product' },
    about: 'Products that it is, by the addresses of packages and the names by which vulnerabilities are looked up',
  });
