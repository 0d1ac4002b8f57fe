package dev.warpbroker.cli.run;

import dev.warpbroker.examples.render.PictureSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lets picocli read the size of a picture. */
final class PictureSizeConverter implements ITypeConverter<PictureSize> {
    @Override
    public PictureSize convert(String text) {
        try {
            return PictureSize.parse(text);
        } catch (IllegalArgumentException refused) {
            throw new TypeConversionException(refused.getMessage());
        }
    }
}
